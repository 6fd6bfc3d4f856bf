// Somebody who is signed in never sees a sign-in page, not even for a frame.
;(function () {
  try {
    if (localStorage.getItem('token')) location.replace('/')
  } catch {}
})()
// A form sent before its scripts have arrived waits for them (see src/features/auth/use-form.ts).
addEventListener('submit', function (event) {
  if (window.fettleSubmit === 'ready') return
  event.preventDefault()
  window.fettleSubmit = event.target
})
// The choice of a language, before and without the page's own code (see src/lib/i18n.ts).
addEventListener('change', function (event) {
  if (event.target.id !== 'language') return
  document.cookie = 'locale=' + event.target.selectedOptions[0].lang + ';path=/;max-age=31536000;samesite=lax'
  location.reload()
})
