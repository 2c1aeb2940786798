"""What htmx says of the page that sends a request."""

from django.http import HttpRequest


def sending_page(request: HttpRequest) -> str:
    """Return the address of the page that sends a request, without the host; empty for a page from elsewhere."""
    htmx = getattr(request, "htmx", None)
    try:
        return (htmx.current_url_abs_path if htmx else None) or ""
    except ValueError:  # anybody can send a header that is no address
        return ""
