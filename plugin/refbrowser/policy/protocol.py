"""Which raw CDP commands an agent may send: those that somebody has judged to stay within the tab. The rest is refused, and so is
whatever the settings do not allow.

Every command of the installed Chromium is in one of the two tables; ``tests/browser/test_protocol_policy.py`` fails on one that is
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
            "enable captureScreenshot captureSnapshot createIsolatedWorld getAdScriptAncestry getAnnotatedPageContent getAppId "
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
"""What stays within the tab, or is its page's own business."""

_CHATS: Final = "it reaches other chats"
_MACHINE: Final = "it reaches outside the page"
_STORED: Final = "it goes round the masks of what is stored"
_HOLDS: Final = "it would hold the page for good"
_FILES: Final = "it goes round the rules for files"
_ADDRESSES: Final = "it goes round the rules for addresses"
_NO_USE: Final = "it serves no agent"
_OURS: Final = "the tool itself rests on it"

REFUSED: Final[Mapping[str, str]] = {
    "Browser.*": _CHATS, "Target.*": "it reaches other tabs and chats", "Tracing.*": _CHATS, "IO.*": _CHATS, "Memory.*": _CHATS,
    "HeapProfiler.*": "it stops the page, and shows the memory of whatever shares its process", "Profiler.*": "it slows the page",
    "SystemInfo.*": _MACHINE, "Tethering.*": _MACHINE, "Cast.*": _MACHINE, "Extensions.*": _FILES, "FileSystem.*": _FILES,
    "PWA.*": _MACHINE, "DeviceAccess.*": _MACHINE, "BluetoothEmulation.*": _MACHINE, "SmartCardEmulation.*": _MACHINE,
    "DigitalCredentials.*": _MACHINE, "WebAuthn.*": "credentials are a person's", "FedCm.*": "credentials are a person's",
    "Autofill.*": "credentials are a person's", "Security.*": "certificates are the settings' business",
    "CrashReportContext.*": _MACHINE, "Ads.*": _NO_USE, "Preload.*": _NO_USE, "Media.*": _NO_USE,
    "WebAudio.*": _NO_USE, "BackgroundService.*": _NO_USE, "Inspector.*": _OURS,
    "HeadlessExperimental.*": _OURS, "EventBreakpoints.*": _HOLDS, "Debugger.*": _HOLDS,
    "Fetch.*": "it would hold requests for good", "ServiceWorker.*": "it outlives the page",
    "WebMCP.*": "it goes round the record of calls", "CacheStorage.*": _STORED, "DOMStorage.*": _STORED, "IndexedDB.*": _STORED,
    "Storage.*": _STORED,
    "DOM.setFileInputFiles": _FILES, "DOM.getFileInfo": _FILES, "Input.dispatchDragEvent": _FILES,
    "Input.setIgnoreInputEvents": _HOLDS, "Input.setInterceptDrags": _OURS, "Input.cancelDragging": _OURS,
    "DOMDebugger.*": _HOLDS,
    "Emulation.setVirtualTimePolicy": "it stops the page's clock", "Emulation.setScriptExecutionDisabled": _OURS,
    "Emulation.setCPUThrottlingRate": "it would outlive the call unseen", "Emulation.addScreen": _CHATS,
    "Emulation.updateScreen": _CHATS, "Emulation.removeScreen": _CHATS, "Emulation.setPrimaryScreen": _CHATS,
    "Emulation.setDocumentCookieDisabled": _STORED,
    "LayerTree.*": "its snapshots stay in memory",
    "Network.*Cookie*": _STORED, "Network.emulateNetwork*": "it would outlive the call unseen",
    "Network.overrideNetworkState": "it would outlive the call unseen",
    "Network.loadNetworkResource": _ADDRESSES,
    "Network.clearBrowserCache": _CHATS, "Network.*": _NO_USE,
    "Overlay.setInspectMode": _HOLDS, "Overlay.*": "it would stay drawn over the page",
    "Page.navigate": _ADDRESSES, "Page.navigateToHistoryEntry": "it goes round the tab's record",
    "Page.resetNavigationHistory": "it goes round the tab's record", "Page.close": "it goes round the tab's end",
    "Page.crash": "it ends the page's process", "Page.setDownloadBehavior": "it goes round the chat's download folder",
    "Page.handleJavaScriptDialog": "it goes round the dialog's record", "Page.setInterceptFileChooserDialog": _FILES,
    "Page.addScriptToEvaluateOn*": "its effect ends with the call", "Page.removeScriptToEvaluateOn*": _OURS,
    "Page.bringToFront": "no window is raised", "Page.setBypassCSP": "it takes the page's own protection away",
    "Page.setWebLifecycleState": _HOLDS, "Page.waitForDebugger": _HOLDS, "Page.disable": _OURS, "Page.deleteCookies": _STORED,
    "Page.*Screencast": "the viewer rests on it", "Page.screencastFrameAck": "the viewer rests on it",
    "Page.*ScreenRecording": _FILES, "Page.*CompilationCache": _NO_USE, "Page.*": _NO_USE,
    "Performance.disable": _OURS,
    "Runtime.disable": _OURS, "Runtime.addBinding": "the page would see it", "Runtime.removeBinding": _OURS, "Runtime.*": _OURS,
}  # fmt: skip
"""What is never sent, and why; the first pattern that fits gives the reason."""

_INSTEAD: Final = {
    "Page.navigate": "navigate",
    "Page.navigateToHistoryEntry": "back",
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
    """Whether the command is in one of the tables."""
    return _is_permitted(method) or any(fnmatchcase(method, pattern) for pattern in REFUSED)


def permitted_method(method: str, allowed: Sequence[str]) -> str:
    """``method``, if it stays within the tab and the patterns in ``allowed`` (``*`` as in file names) admit it.

    Raises ``policy_denied``, with what does the same where there is something.
    """
    if not _is_permitted(method):
        pattern, reason = next(
            ((pattern, reason) for pattern, reason in REFUSED.items() if fnmatchcase(method, pattern)),
            ("", "it has not been reviewed"),
        )
        instead = _INSTEAD.get(pattern)
        raise PolicyError(
            f"{method} is not sent: {reason}.",
            remedy=Remedy(instead, hint="is the action for that") if instead else None,
            details={"method": method},
        )
    if not any(fnmatchcase(method, pattern) for pattern in allowed):
        raise PolicyError(
            f"{method} is not among the methods that the setting cdp_methods allows.",
            details={"method": method, "allowed": list(allowed)},
        )
    return method


def _is_permitted(method: str) -> bool:
    domain, _, command = method.partition(".")
    permitted = PERMITTED.get(domain, frozenset())
    if command in permitted:
        return True
    # Of a domain that is permitted as a whole, the exceptions stand in the other table by their full names.
    return "*" in permitted and not any(fnmatchcase(method, pattern) for pattern in REFUSED)
