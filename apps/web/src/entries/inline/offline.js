// Reload when the server answers again. The browser's `online` event means a network, which may not reach the server.
;(function () {
  var retry = function () {
    if (!navigator.onLine) return
    fetch('/health/live', { cache: 'no-store' }).then(
      function (response) {
        if (response.ok) location.reload()
      },
      function () {},
    )
  }
  addEventListener('online', retry)
  setInterval(retry, 5000)
})()
