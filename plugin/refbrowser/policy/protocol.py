"""Rules for raw CDP commands: only commands that were reviewed to stay within the tab, and that the settings allow, are sent.

Every command of the installed Chromium is in one of the two tables; ``tests/browser/test_protocol_policy.py`` fails on a command
in neither.
"""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Final

from refbrowser.errors import PolicyError, Remedy

PERMITTED: Final[Mapping[str, frozenset[str]]] = {
    domain: frozenset(commands.split())
    for domain, commands in {
        "Accessibility": (
            "enable disable getAXNodeAndAncestors getChildAXNodes getFullAXTree getPartialAXTree getRootAXNode queryAXTree"
        ),
        "Animation": (
            "enable disable getCurrentTime getPlaybackRate releaseAnimations resolveAnimation seekAnimations setPaused "
            "setPlaybackRate setTiming"
        ),
        "Audits": "enable disable getEncodedResponse checkFormsIssues",
        "CSS": "*",
        "Console": "enable disable clearMessages",
        "DOM": "*",
        "DOMDebugger": "getEventListeners",
        "DOMSnapshot": "*",
        "DeviceOrientation": "*",
        "Emulation": "*",
        "FindInPage": "*",
        "Input": (
            "dispatchKeyEvent insertText imeSetComposition dispatchMouseEvent dispatchTouchEvent emulateTouchFromMouseEvent "
            "synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture"
        ),
        "LayerTree": "enable disable compositingReasons",
        "Log": "enable disable clear startViolationsReport stopViolationsReport",
        "Network": (
            "enable disable getResponseBody getRequestPostData searchInResponseBody setCacheDisabled setBypassServiceWorker "
            "setBlockedURLs setExtraHTTPHeaders setUserAgentOverride getCertificate getSecurityIsolationStatus replayXHR "
            "setAttachDebugStack canClearBrowserCache canClearBrowserCookies canEmulateNetworkConditions"
        ),
        "Overlay": "enable disable hideHighlight highlightFrame highlightNode highlightQuad highlightRect highlightSourceOrder",
        "Page": (
            "enable captureSnapshot createIsolatedWorld getAdScriptAncestry getAnnotatedPageContent getAppId "
            "getAppManifest getFrameTree getInstallabilityErrors getLayoutMetrics getManifestIcons getNavigationHistory "
            "getOriginTrials getPermissionsPolicyState getResourceContent getResourceTree searchInResource printToPDF reload "
            "stopLoading setDocumentContent setFontFamilies setFontSizes setLifecycleEventsEnabled generateTestReport "
            "setDeviceMetricsOverride clearDeviceMetricsOverride setGeolocationOverride clearGeolocationOverride "
            "setDeviceOrientationOverride clearDeviceOrientationOverride setTouchEmulationEnabled"
        ),
        "Performance": "enable getMetrics setTimeDomain",
        "PerformanceTimeline": "enable",
        "Runtime": (
            "enable awaitPromise callFunctionOn compileScript discardConsoleEntries evaluate getExceptionDetails getHeapUsage "
            "getIsolateId getProperties globalLexicalScopeNames queryObjects releaseObject releaseObjectGroup runScript "
            "terminateExecution"
        ),
        "Schema": "getDomains",
        "Storage": "getStorageKey getStorageKeyForFrame getUsageAndQuota",
    }.items()
}
"""Commands that affect only the tab and its page."""

_CHATS: Final = "it reaches other chats"
_MACHINE: Final = "it reaches outside the page"
_STORED: Final = "it bypasses the masking of stored secrets"
_HOLDS: Final = "it would block the page permanently"
_FILES: Final = "it bypasses the rules for files"
_ADDRESSES: Final = "it bypasses the rules for addresses"
_PICTURES: Final = "its picture would show secrets"
_NO_USE: Final = "agents do not need it"
_OURS: Final = "refbrowser depends on it"
_CREDENTIALS: Final = "it reaches a person's credentials"
_UNREPORTED: Final = "it would outlast the call without being reported"

REFUSED: Final[Mapping[str, str]] = {
    "Browser.*": _CHATS, "Target.*": "it reaches other tabs and chats", "Tracing.*": _CHATS, "IO.*": _CHATS, "Memory.*": _CHATS,
    "HeapProfiler.*": "it pauses the page and exposes memory of other pages in its process", "Profiler.*": "it slows the page",
    "SystemInfo.*": _MACHINE, "Tethering.*": _MACHINE, "Cast.*": _MACHINE, "Extensions.*": _FILES, "FileSystem.*": _FILES,
    "PWA.*": _MACHINE, "DeviceAccess.*": _MACHINE, "BluetoothEmulation.*": _MACHINE, "SmartCardEmulation.*": _MACHINE,
    "DigitalCredentials.*": _MACHINE, "WebAuthn.*": _CREDENTIALS, "FedCm.*": _CREDENTIALS,
    "Autofill.*": _CREDENTIALS, "Security.*": "certificates are configured by the settings",
    "CrashReportContext.*": _MACHINE, "Ads.*": _NO_USE, "Preload.*": _NO_USE, "Media.*": _NO_USE,
    "WebAudio.*": _NO_USE, "BackgroundService.*": _NO_USE, "Inspector.*": _OURS,
    "HeadlessExperimental.*": _OURS, "EventBreakpoints.*": _HOLDS, "Debugger.*": _HOLDS,
    "Fetch.*": "it would block requests permanently", "ServiceWorker.*": "it outlives the page",
    "WebMCP.*": "it bypasses the record of calls", "CacheStorage.*": _STORED, "DOMStorage.*": _STORED, "IndexedDB.*": _STORED,
    "Storage.*": _STORED,
    "DOM.setFileInputFiles": _FILES, "DOM.getFileInfo": _FILES, "Input.dispatchDragEvent": _FILES,
    "Input.setIgnoreInputEvents": _HOLDS, "Input.setInterceptDrags": _OURS, "Input.cancelDragging": _OURS,
    "DOMDebugger.*": _HOLDS,
    "Emulation.setVirtualTimePolicy": "it stops the page's clock", "Emulation.setScriptExecutionDisabled": _OURS,
    "Emulation.setCPUThrottlingRate": _UNREPORTED, "Emulation.addScreen": _CHATS,
    "Emulation.updateScreen": _CHATS, "Emulation.removeScreen": _CHATS, "Emulation.setPrimaryScreen": _CHATS,
    "Emulation.setDocumentCookieDisabled": _STORED,
    "LayerTree.*": "its snapshots stay in memory",
    "Network.*Cookie*": _STORED, "Network.emulateNetwork*": _UNREPORTED,
    "Network.overrideNetworkState": _UNREPORTED,
    "Network.loadNetworkResource": _ADDRESSES,
    "Network.clearBrowserCache": _CHATS, "Network.*": _NO_USE,
    "Overlay.setInspectMode": _HOLDS, "Overlay.*": "it would stay drawn over the page",
    "Page.captureScreenshot": _PICTURES,
    "Page.navigate": _ADDRESSES, "Page.navigateToHistoryEntry": "it bypasses the tab's history",
    "Page.resetNavigationHistory": "it bypasses the tab's history", "Page.close": "it bypasses the list of tabs",
    "Page.crash": "it ends the page's process", "Page.setDownloadBehavior": "it bypasses the chat's download folder",
    "Page.handleJavaScriptDialog": "it bypasses the record of dialogs", "Page.setInterceptFileChooserDialog": _FILES,
    "Page.addScriptToEvaluateOn*": "its effect ends with the call", "Page.removeScriptToEvaluateOn*": _OURS,
    "Page.bringToFront": "it would raise a window", "Page.setBypassCSP": "it removes the page's protection",
    "Page.setWebLifecycleState": _HOLDS, "Page.waitForDebugger": _HOLDS, "Page.disable": _OURS, "Page.deleteCookies": _STORED,
    "Page.*Screencast": "the viewer depends on it", "Page.screencastFrameAck": "the viewer depends on it",
    "Page.*ScreenRecording": _FILES, "Page.*CompilationCache": _NO_USE, "Page.*": _NO_USE,
    "Performance.disable": _OURS,
    "Runtime.disable": _OURS, "Runtime.addBinding": "the page would see it", "Runtime.removeBinding": _OURS, "Runtime.*": _OURS,
}  # fmt: skip
"""Commands that are never sent, with the reason; the first matching pattern counts."""

_INSTEAD: Final = {
    "Page.navigate": "navigate",
    "Page.navigateToHistoryEntry": "back",
    "Page.captureScreenshot": "screenshot",
    "Page.close": "close",
    "DOM.setFileInputFiles": "upload_file",
    "Input.dispatchDragEvent": "upload_file",
    "Page.handleJavaScriptDialog": "dialog",
    "Target.*": "list",
    "Storage.*": "storage",
    "DOMStorage.*": "storage",
    "IndexedDB.*": "storage",
    "CacheStorage.*": "storage",
    "Network.*Cookie*": "storage",
    "Network.emulateNetwork*": "emulate",
    "Emulation.setCPUThrottlingRate": "emulate",
    "WebMCP.*": "page_tools",
    "Fetch.*": "route",
}


def is_judged(method: str) -> bool:
    """Whether ``method`` is in one of the tables."""
    return _is_permitted(method) or any(fnmatchcase(method, pattern) for pattern in REFUSED)


def permitted_method(method: str, allowed: Sequence[str]) -> str:
    """Return ``method`` if the tables permit it and a glob in ``allowed`` matches it.

    Raises :class:`PolicyError` (``policy_denied``), with the action that does the same as remedy where one exists.
    """
    if not _is_permitted(method):
        pattern, reason = next(
            ((pattern, reason) for pattern, reason in REFUSED.items() if fnmatchcase(method, pattern)),
            ("", "it has not been reviewed"),
        )
        instead = _INSTEAD.get(pattern)
        raise PolicyError(
            f"{method} is not permitted: {reason}.",
            remedy=Remedy(instead, hint="does this") if instead else None,
            details={"method": method},
        )
    if not any(fnmatchcase(method, pattern) for pattern in allowed):
        raise PolicyError(
            f"{method} is not permitted: the setting cdp_methods does not include it.",
            details={"method": method, "allowed": list(allowed)},
        )
    return method


def _is_permitted(method: str) -> bool:
    domain, _, command = method.partition(".")
    permitted = PERMITTED.get(domain, frozenset())
    if command in permitted:
        return True
    # A domain with "*" is permitted, except for its commands in the other table.
    return "*" in permitted and not any(fnmatchcase(method, pattern) for pattern in REFUSED)
