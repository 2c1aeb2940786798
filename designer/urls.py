"""Every address, in one place: an address, its view and its template bear the same name."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = [
    # path("", library, name="library"),
    # path("templates/new", new, name="new"),
    # path("templates/<slug:slug>/", fill, name="fill"),
    # path("templates/<slug:slug>/design/", design, name="design"),
    # path("templates/<slug:slug>/environment/", environment, name="environment"),
    # path("templates/<slug:slug>/fork/", fork, name="fork"),
    # path("templates/<slug:slug>/history/", history, name="history"),
    # path("templates/<slug:slug>/history/restore/", restore, name="restore"),
    # path("templates/<slug:slug>/settings/", settings, name="settings"),
    # path("templates/<slug:slug>/share/", share, name="share"),
    # path("templates/<slug:slug>/values/", values, name="values"),
    # path("s/<str:token>/", shared, name="shared"),
    # path("s/<str:token>/environment/", shared_environment, name="shared_environment"),
    # path("theme/", theme, name="theme"),
]
