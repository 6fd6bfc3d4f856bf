// Starts what the app needs first while its code is still on the way (see src/lib/http/session.ts, src/lib/http/send-request.ts).
;(function () {
  var token, streamToken, onboarded
  try {
    token = localStorage.getItem('token')
    streamToken = localStorage.getItem('streamToken')
    onboarded = localStorage.getItem('onboarded')
  } catch {}
  if (!token && !streamToken) return location.replace('/login')
  // Shows the offline banner in the page's HTML.
  var markOffline = function () {
    document.documentElement.setAttribute('data-offline', '')
  }
  if (!navigator.onLine) markOffline()
  // A conversation has a phone to itself from the first paint on (see src/lib/browser/page-mark.ts).
  if (location.pathname === '/messages' && /[?&]channel=./.test(location.search))
    document.documentElement.setAttribute('data-immersive', '')
  var ask = function (url) {
    return fetch(url, {
      credentials: 'include',
      headers: { accept: 'application/json', authorization: 'Bearer ' + (token || streamToken) },
    }).then(
      function (response) {
        return { response: response, token: token || streamToken }
      },
      function () {
        markOffline()
        return null
      },
    )
  }
  window.fettleBoot = ask('/v2/profile')
  window.fettleEarly = {}
  var early = document.getElementById('early')
  // Before onboarding is done the server refuses these.
  if (!token || !early || !onboarded) return
  JSON.parse(early.textContent).forEach(function (url) {
    window.fettleEarly[url] = ask(url)
  })
  // Whoever comes later wants to know how things are then.
  setTimeout(function () {
    window.fettleEarly = {}
  }, 10000)
})()
