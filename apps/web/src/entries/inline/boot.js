// Starts the app's first requests while its code is loading (see src/lib/http/session.ts,
// src/lib/http/send-request.ts).
;(function () {
  var token, streamToken, onboarded
  try {
    token = localStorage.getItem('token')
    streamToken = localStorage.getItem('streamToken')
    onboarded = localStorage.getItem('onboarded')
  } catch {}
  if (!token && !streamToken) {
    // The address to open after the login, as src/routing/store-return-to.ts stores it; after a logout only for whoever
    // was here (src/lib/forms/form-drafts.ts).
    try {
      var place = {
        path: location.pathname + location.search + location.hash,
        until: Date.now() + 30 * 60000,
        user: JSON.parse(sessionStorage.getItem('drafts-of')) || undefined,
      }
      if (place.path !== '/') sessionStorage.setItem('place', JSON.stringify(place))
    } catch {}
    return location.replace('/login')
  }
  // The back/forward cache may bring back a page of an ended session, or of another person's.
  addEventListener('pageshow', function (event) {
    if (!event.persisted) return
    var current = localStorage.getItem('token')
    if (current && current === token) return
    document.body.hidden = true
    location.reload()
  })
  // Shows the offline banner in the page's HTML.
  var markOffline = function () {
    document.documentElement.setAttribute('data-offline', '')
  }
  if (!navigator.onLine) markOffline()
  // An open conversation fills a phone's screen from the first paint (see src/lib/browser/immersive.ts).
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
  // The first date format of a page takes a phone 80 ms. Made after the first paint, while the code is loading.
  requestAnimationFrame(function () {
    setTimeout(function () {
      Intl.DateTimeFormat()
    })
  })
  window.fettleEarly = {}
  var early = document.getElementById('early')
  // Before onboarding is complete the server refuses these requests. With a query the screen asks for other data.
  if (!token || !early || !onboarded || location.search) return
  JSON.parse(early.textContent).forEach(function (url) {
    window.fettleEarly[url] = ask(url)
  })
  // Discard the early response after a while; later readers need fresh data.
  setTimeout(function () {
    window.fettleEarly = {}
  }, 10000)
})()
