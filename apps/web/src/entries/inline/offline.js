// The connection is back: what was wanted is fetched.
addEventListener('online', function () {
  location.reload()
})
