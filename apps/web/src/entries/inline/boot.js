// Starts what the app needs first while its code is still on the way (see src/lib/session.ts, src/lib/api-send.ts).
;(function () {
  var token, streamToken
  try {
    token = localStorage.getItem('token')
    streamToken = localStorage.getItem('streamToken')
  } catch {}
  if (!token && !streamToken) return location.replace('/login')
  var ask = function (url) {
    return fetch(url, {
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
  }
  window.fettleBoot = ask('/v2/profile')
  window.fettleEarly = {}
  var early = document.getElementById('early')
  if (!token || !early) return
  JSON.parse(early.textContent).forEach(function (url) {
    window.fettleEarly[url] = ask(url)
  })
  // Whoever comes later wants to know how things are then.
  setTimeout(function () {
    window.fettleEarly = {}
  }, 10000)
})()
