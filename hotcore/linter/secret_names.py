"""Recognition of names of secrets: `db_password`, `AdminPass`, `api_key2`, but not `password_length`."""

from hotcore.runtime import regex

_WORD = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

_SECRETS = frozenset({"apikey", "credential", "credentials", "passwords", "psk", "secretkey"})
_ENDS = ("password", "passwd", "passphrase", "passphrases")
_PAIRS = frozenset({("api", "key"), ("auth", "key"), ("pass", "phrase"), ("private", "key"), ("secret", "key")})
_TOKENS = frozenset(
    {"access", "admin", "api", "auth", "bearer", "bootstrap", "join", "oauth", "refresh", "registration", "session"}
)
_OTHER_PASSES = frozenset({"by", "dry", "first", "multi", "one", "second", "single", "two"})
_REFERRED_TO = frozenset({"barbican", "pull"})
"""Words before `secret` for one that is kept elsewhere and only referred to."""

_SWITCHES = frozenset(
    {
        "allow", "change", "check", "create", "disable", "enable", "enabled", "expire", "force", "generate", "has",
        "have", "hide", "include", "is", "needs", "need", "no", "nopasswd", "nopassword", "require", "required",
        "requires", "reset", "rotate", "set", "should", "show", "skip", "support", "use", "uses", "validate", "with",
        "without",
    }
)  # fmt: skip


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lowercase, without numbers at its end: `AdminPass2` is `admin`, `pass`."""
    words = [word.lower() for word in _WORD.findall(name)]
    while words and words[-1].isdigit():
        del words[-1]
    return tuple(words)


def is_secret(name: str) -> bool:
    """Whether a name is that of a secret itself, not of a switch or of something about a secret."""
    words = words_of(name)
    if not words or words[0] in _SWITCHES:
        return False
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last == "token":
        return not before or before in _TOKENS
    if last == "pass":
        return before not in _OTHER_PASSES
    if last in ("secret", "pwd"):
        return before not in _REFERRED_TO and (last == "secret" or bool(before))
    return last in _SECRETS or last.endswith(_ENDS) or words[-2:] in _PAIRS or words[-3:] == ("secret", "access", "key")
