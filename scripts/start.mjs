// `npm start`. Written for any Node version; only checks which one this is.
var minimum = [20, 19]
var version = process.versions.node.split('.').map(Number)

if (version[0] < minimum[0] || (version[0] === minimum[0] && version[1] < minimum[1])) {
  console.error('Fettle needs Node 20.19 or newer; this is v' + process.versions.node + '. Install it from nodejs.org.')
  process.exitCode = 1
} else {
  import('./run-server.mjs').catch(function (error) {
    console.error(error)
    process.exitCode = 1
  })
}
