// Somebody who is signed in never sees a sign-in page, not even for a frame.
;(function () {
  try {
    if (localStorage.getItem('token')) location.replace('/')
  } catch {}
})()
