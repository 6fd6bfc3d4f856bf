// Reload when the connection is back.
addEventListener('online', function () {
  location.reload()
})
