"""The browser: Playwright, Chromium, chats, tabs, frames and elements. The only package that imports playwright."""
