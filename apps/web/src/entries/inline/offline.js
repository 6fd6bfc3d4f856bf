// Reload when the server answers again. The browser's `online` event means a network, which may not reach the server.
;(function () {
  // Its own address is no page of the product.
  if (/^\/offline\/?$/.test(location.pathname)) return location.replace('/')
  var retry = function () {
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
