// Starts what the app needs first while its code is still on the way (see src/app/session.ts).
;(function () {
  var token, streamToken
  try {
    token = localStorage.getItem('token')
    streamToken = localStorage.getItem('streamToken')
  } catch {}
  if (!token && !streamToken) return location.replace('/login')
  window.fettleBoot = fetch('/v2/profile', {
    credentials: 'include',
    headers: { accept: 'application/json', authorization: 'Bearer ' + (token || streamToken) },
  }).then(
    function (response) {
      return { response: response, token: token || streamToken }
    },
    function () {
      return null
    },
  )
})()
