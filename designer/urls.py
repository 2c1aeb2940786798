"""All addresses; an address, its view and its template have the same name."""

from django.conf import settings as settings_of_instance
from django.urls import path
from django.views.generic import RedirectView

from designer.accounts.views.account import account, confirm_email, email
from designer.accounts.views.accounts import local, login, logout, signup
from designer.accounts.views.code import code
from designer.accounts.views.passwords import forgot, password, reset
from designer.accounts.views.provider import provider, provider_callback
from designer.accounts.views.second_factor import second_factor
from designer.administration.views.audit import audit
from designer.administration.views.instance import instance
from designer.administration.views.people import people
from designer.design.views.assist import assist
from designer.design.views.design import design
from designer.design.views.diagram import diagram
from designer.design.views.draft import draft
from designer.design.views.fix_all import fix_all
from designer.design.views.gesture import gesture
from designer.design.views.inspector import inspector
from designer.design.views.parameters import parameters
from designer.design.views.positions import positions
from designer.design.views.review import review
from designer.design.views.versions import versions
from designer.fill.views.compare import compare, shared_compare
from designer.fill.views.conditions import conditions, shared_conditions
from designer.fill.views.environment import environment
from designer.fill.views.fill import fill
from designer.fill.views.package import package, shared_package
from designer.fill.views.shared import shared, shared_environment
from designer.fill.views.values import values
from designer.help.views.help_problems import help_problem, help_problems
from designer.help.views.help_types import help_type, help_types
from designer.library.views.files import files
from designer.library.views.fork import fork
from designer.library.views.history import history, restore, shared_history
from designer.library.views.library import library
from designer.library.views.new import new
from designer.library.views.raw import (
    raw,
    raw_file,
    raw_revision,
    raw_revision_file,
    shared_raw,
    shared_raw_file,
    shared_raw_revision,
    shared_raw_revision_file,
)
from designer.library.views.recycle_bin import recycle_bin
from designer.library.views.settings import settings
from designer.library.views.share import share
from designer.library.views.upload import upload
from designer.operation.views.csp_report import csp_report
from designer.operation.views.healthz import healthz
from designer.operation.views.metrics import metrics
from designer.operation.views.readyz import readyz
from designer.site.views.theme import theme

handler500 = "designer.errors.failed"

urlpatterns = [
    path("", library, name="library"),
    path("accounts/", account, name="account"),
    path("accounts/code/", code, name="code"),
    path("accounts/email/", email, name="email"),
    path("accounts/email/<str:token>/", confirm_email, name="confirm_email"),
    path("accounts/forgot/", forgot, name="forgot"),
    path("accounts/local/<str:token>/", local, name="local"),
    path("accounts/login/", login, name="login"),
    path("accounts/logout/", logout, name="logout"),
    path("accounts/password/", password, name="password"),
    path("accounts/provider/", provider, name="provider"),
    path("accounts/provider/callback/", provider_callback, name="provider_callback"),
    path("accounts/reset/<str:uidb64>/<str:token>/", reset, name="reset"),
    path("accounts/second-factor/", second_factor, name="second_factor"),
    path("accounts/signup/", signup, name="signup"),
    path("audit/", audit, name="audit"),
    path("csp-report/", csp_report, name="csp_report"),
    path("healthz", healthz, name="healthz"),
    path("help/problems/", help_problems, name="help_problems"),
    path("help/problems/<str:code>/", help_problem, name="help_problem"),
    path("help/types/", help_types, name="help_types"),
    path("help/types/<str:name>/", help_type, name="help_type"),
    path("metrics", metrics, name="metrics"),
    path("readyz", readyz, name="readyz"),
    path("recycle-bin/", recycle_bin, name="recycle_bin"),
    path("instance/", instance, name="instance"),
    path("people/", people, name="people"),
    path("s/<str:token>/", shared, name="shared"),
    path("s/<str:token>/compare/", shared_compare, name="shared_compare"),
    path("s/<str:token>/conditions/", shared_conditions, name="shared_conditions"),
    path("s/<str:token>/environment/", shared_environment, name="shared_environment"),
    path("s/<str:token>/package/", shared_package, name="shared_package"),
    path("s/<str:token>/raw/", shared_raw, name="shared_raw"),
    path("s/<str:token>/history/", shared_history, name="shared_history"),
    path("s/<str:token>/raw/<int:revision>/", shared_raw_revision, name="shared_raw_revision"),
    path("s/<str:token>/raw/<int:revision>/<path:path>", shared_raw_revision_file, name="shared_raw_revision_file"),
    path("s/<str:token>/raw/<path:path>", shared_raw_file, name="shared_raw_file"),
    path("templates/new", new, name="new"),
    path("templates/new/upload/<str:token>/", upload, name="upload"),
    path("templates/new/", RedirectView.as_view(pattern_name="new", query_string=True), name="new-with-stroke"),
    path("templates/<slug:slug>/", fill, name="fill"),
    path("templates/<slug:slug>/compare/", compare, name="compare"),
    path("templates/<slug:slug>/conditions/", conditions, name="conditions"),
    path("templates/<slug:slug>/design/", design, name="design"),
    path("templates/<slug:slug>/design/assist/", assist, name="assist"),
    path("templates/<slug:slug>/design/diagram/", diagram, name="diagram"),
    # its address in the first releases
    path(
        "templates/<slug:slug>/design/picture/",
        RedirectView.as_view(pattern_name="diagram", query_string=True, permanent=True),
        name="diagram-as-picture",
    ),
    path("templates/<slug:slug>/design/draft/", draft, name="draft"),
    path("templates/<slug:slug>/design/fix-all/", fix_all, name="fix_all"),
    path("templates/<slug:slug>/design/gesture/", gesture, name="gesture"),
    path("templates/<slug:slug>/design/inspector/", inspector, name="inspector"),
    path("templates/<slug:slug>/design/parameters/", parameters, name="parameters"),
    path("templates/<slug:slug>/design/positions/", positions, name="positions"),
    path("templates/<slug:slug>/design/review/", review, name="review"),
    path("templates/<slug:slug>/design/versions/", versions, name="versions"),
    path("templates/<slug:slug>/environment/", environment, name="environment"),
    path("templates/<slug:slug>/files/", files, name="files"),
    path("templates/<slug:slug>/fork/", fork, name="fork"),
    path("templates/<slug:slug>/history/", history, name="history"),
    path("templates/<slug:slug>/history/restore/", restore, name="restore"),
    path("templates/<slug:slug>/package/", package, name="package"),
    path("templates/<slug:slug>/raw/", raw, name="raw"),
    path("templates/<slug:slug>/raw/<int:revision>/", raw_revision, name="raw_revision"),
    path("templates/<slug:slug>/raw/<int:revision>/<path:path>", raw_revision_file, name="raw_revision_file"),
    path("templates/<slug:slug>/raw/<path:path>", raw_file, name="raw_file"),
    path("templates/<slug:slug>/settings/", settings, name="settings"),
    path("templates/<slug:slug>/share/", share, name="share"),
    path("templates/<slug:slug>/values/", values, name="values"),
    path("theme/", theme, name="theme"),
]
if settings_of_instance.CLOUDS:
    from designer.cloud.views.catalogue import catalogue
    from designer.cloud.views.clouds import clouds
    from designer.cloud.views.facts import facts
    from designer.deployment.views.run import run
    from designer.deployment.views.run_events import run_events
    from designer.deployment.views.run_report import run_report
    from designer.deployment.views.runs import runs
    from designer.deployment.views.stack import stack
    from designer.deployment.views.stacks import stacks
    from designer.fill.views.choices import choices, shared_choices

    urlpatterns += [
        path("clouds/", clouds, name="clouds"),
        path("clouds/catalogue/", catalogue, name="catalogue"),
        path("clouds/facts/", facts, name="facts"),
        path("stacks/", stacks, name="stacks"),
        path("stacks/<str:name>/<uuid:stack_id>/", stack, name="stack"),
        path("s/<str:token>/choices/", shared_choices, name="shared_choices"),
        path("templates/<slug:slug>/choices/", choices, name="choices"),
        path("templates/<slug:slug>/runs/", runs, name="runs"),
        path("templates/<slug:slug>/runs/<int:number>/", run, name="run"),
        path("templates/<slug:slug>/runs/<int:number>/events/", run_events, name="run_events"),
        path("templates/<slug:slug>/runs/<int:number>/report/", run_report, name="run_report"),
    ]
