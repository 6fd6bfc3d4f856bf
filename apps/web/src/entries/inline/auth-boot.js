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
