// Runs on a sign-in page before its own code arrives. Keep in step with loadProfile and logOut in
// src/lib/http/session.ts.
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
    // A signed-in person never sees this page, not even for a frame.
    if (localStorage.getItem('token')) return location.replace('/')
    // Earlier pages have logged out: end their sessions on the server here, and again on the next page if that fails.
    var ended = function () {
      return JSON.parse(sessionStorage.getItem('ended') || '[]')
    }
    ended().forEach(function (token) {
      send('/v2/auth/logout', token, { method: 'POST', keepalive: true }).then(
        function (response) {
          if (response.status >= 500) return
          var rest = ended().filter(function (other) {
            return other !== token
          })
          sessionStorage.setItem('ended', JSON.stringify(rest))
        },
        function () {},
      )
    })
    streamToken = localStorage.getItem('streamToken')
  } catch {}
  if (!streamToken) return
  // A session may be renewed by its cookie and the stream token. Hide the form until the server has answered.
  root.setAttribute('data-asking', '')
  var show = function () {
    if (!root.hasAttribute('data-asking')) return
    root.removeAttribute('data-asking')
    var first = document.querySelector('[autofocus]')
    if (first && document.activeElement === document.body) first.focus()
  }
  // Show the form if the server is slow.
  var timer = setTimeout(show, 4000)
  send('/v2/profile', streamToken, {})
    .then(function (response) {
      if (response.status === 401 || response.status === 403) return {}
      return response.ok ? response.json() : undefined
    })
    .then(function (answer) {
      // Another tab has logged in meanwhile. Unless the form is in use already, this one goes there too.
      if (localStorage.getItem('token')) return root.hasAttribute('data-asking') ? location.replace('/') : undefined
      // A failure may come with status 200: then the body's status counts.
      var failed = !answer || (answer.success === false && answer.status !== 401 && answer.status !== 403)
      if (failed || localStorage.getItem('streamToken') !== streamToken) return show()
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
// The back/forward cache may bring this page back after a login.
addEventListener('pageshow', function (event) {
  if (event.persisted && localStorage.getItem('token')) location.replace('/')
})
// A form submitted before the page's scripts have loaded waits for them (see src/features/auth/use-form.ts).
addEventListener('submit', function (event) {
  if (window.fettleSubmit === 'ready') return
  event.preventDefault()
  window.fettleSubmit = event.target
})
// The language selector works without the page's own code (see src/lib/i18n/i18n.ts).
addEventListener('change', function (event) {
  if (event.target.id !== 'language') return
  document.cookie = 'locale=' + event.target.selectedOptions[0].lang + ';path=/;max-age=31536000;samesite=lax'
  location.reload()
})
