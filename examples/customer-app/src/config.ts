export type Config = ReturnType<typeof readConfig>

/** Settings of the back end, from the environment. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const port = Number(env['PORT'] ?? 4320)
  const fettleUrl = env['FETTLE_URL'] ?? 'http://localhost:4310'
  return {
    host: env['HOST'] ?? '127.0.0.1',
    /** 0: any free port. */
    port,
    /** Address of this app in browsers, ending in a slash. Webhooks are sent to `webhooks` under it. */
    publicUrl: (env['PUBLIC_URL'] ?? `http://localhost:${port}`).replace(/\/*$/, '/'),
    /** Where this program calls Fettle. */
    fettleUrl,
    /** Where browsers reach Fettle: its chat and its pictures. */
    fettlePublicUrl: env['FETTLE_PUBLIC_URL'] ?? fettleUrl,
    /** Never leaves this program. */
    apiKey: env['FETTLE_KEY'] ?? 'mk_test_demo',
  }
}
