/** Settings of the back end, from the environment. */
export interface Config {
  host: string
  /** 0: any free port. */
  port: number
  /** Address of this app in browsers, ending in a slash. Webhooks are sent to `webhooks` under it. */
  publicUrl: string
  /** Where this program calls Fettle. */
  fettleUrl: string
  /** Where browsers reach Fettle: its chat and its pictures. */
  fettlePublicUrl: string
  /** Never leaves this program. */
  apiKey: string
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = Number(env['PORT'] ?? 4320)
  const fettleUrl = env['FETTLE_URL'] ?? 'http://localhost:4310'
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port,
    publicUrl: (env['PUBLIC_URL'] ?? `http://localhost:${port}`).replace(/\/*$/, '/'),
    fettleUrl,
    fettlePublicUrl: env['FETTLE_PUBLIC_URL'] ?? fettleUrl,
    apiKey: env['FETTLE_KEY'] ?? 'mk_test_demo',
  }
}
