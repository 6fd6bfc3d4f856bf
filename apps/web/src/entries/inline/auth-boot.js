// What a sign-in page does before its own code arrives. Keep in step with loadProfile and logOut in src/lib/http/session.ts.
;(function () {
  var streamToken
  var root = document.documentElement
  var keys = ['token', 'streamToken', 'verificationToken']
  var send = function (url, token, options) {
    options.credentials = 'include'
    options.headers = { accept: 'application/json', authorization: 'Bearer ' + token }
    return fetch(url, options)
  }
  try {
    // Somebody who is signed in never sees this page, not even for a frame.
    if (localStorage.getItem('token')) return location.replace('/')
    // The page before has logged out: the server is told from here, and again on the next page if that failed.
    var ended = JSON.parse(sessionStorage.getItem('ended'))
    if (ended)
      send('/v2/auth/logout', ended, { method: 'POST', keepalive: true }).then(
        function (response) {
          if (response.status < 500) sessionStorage.removeItem('ended')
        },
        function () {},
      )
    streamToken = localStorage.getItem('streamToken')
  } catch {}
  if (!streamToken) return
  // A session may be renewed by its cookie and the stream token. Until the server has answered nothing is shown.
  root.setAttribute('data-asking', '')
  var show = function () {
    if (!root.hasAttribute('data-asking')) return
    root.removeAttribute('data-asking')
    var first = document.querySelector('[autofocus]')
    if (first && document.activeElement === document.body) first.focus()
  }
  // A server that is slow keeps nobody from the form.
  var timer = setTimeout(show, 4000)
  send('/v2/profile', streamToken, {})
    .then(function (response) {
      if (response.status === 401 || response.status === 403) return {}
      return response.ok ? response.json() : undefined
    })
    .then(function (answer) {
      // Somebody has signed in meanwhile: the keys are theirs.
      if (!answer || localStorage.getItem('token') || localStorage.getItem('streamToken') !== streamToken) return show()
      var token = answer.meta && answer.meta.token
      if (token) {
        clearTimeout(timer)
        localStorage.setItem('token', token)
        return location.replace('/')
      }
      keys.forEach(function (key) {
        localStorage.removeItem(key)
      })
      show()
    }, show)
})()
// A form sent before its scripts have arrived waits for them (see src/features/auth/use-form.ts).
addEventListener('submit', function (event) {
  if (window.fettleSubmit === 'ready') return
  event.preventDefault()
  window.fettleSubmit = event.target
})
// The choice of a language, before and without the page's own code (see src/lib/i18n/i18n.ts).
addEventListener('change', function (event) {
  if (event.target.id !== 'language') return
  document.cookie = 'locale=' + event.target.selectedOptions[0].lang + ';path=/;max-age=31536000;samesite=lax'
  location.reload()
})
