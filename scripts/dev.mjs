// `npm run dev`: the server from its sources, restarted on every change, beside Vite, which proxies calls to it.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { prepare } from './build.mjs'

const root = dirname(import.meta.dirname)
const port = Number(process.env.PORT || 4310)
const webPort = port + 1

// The demo shows it as it is built.
await prepare(root, ['customer app'])

const bin = (name) => join(root, 'node_modules', '.bin', name)
const children = [
  start(bin('tsx'), ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], root, {
    PORT: String(port),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${webPort}`,
  }),
  start(bin('vite'), ['--port', String(webPort), '--strictPort'], join(root, 'apps/web'), {
    FETTLE_API: `http://127.0.0.1:${port}`,
  }),
]

function start(program, args, cwd, env) {
  const child = spawn(program, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  // If one exits, the other is stopped.
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 1
    stop('SIGTERM')
  })
  return child
}

let stopping = false
function stop(signal) {
  if (stopping) return
  stopping = true
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}

// Ctrl-C reaches the children from the terminal; other signals are forwarded.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => stop('SIGTERM'))
