// Sets the theme before the first paint, so that it never flashes. Keep in step with src/lib/browser/theme.ts.
;(function () {
  var root = document.documentElement
  var choice = 'system'
  try {
    choice = localStorage.getItem('theme') || 'system'
  } catch {}
  var matches = function (query) {
    return window.matchMedia && matchMedia(query).matches
  }
  if (choice === 'system')
    choice = matches('(prefers-contrast: more)')
      ? 'contrast'
      : matches('(prefers-color-scheme: dark)')
        ? 'dark'
        : 'light'
  root.setAttribute('data-theme', choice)
})()
