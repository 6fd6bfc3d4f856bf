// Bundles each program from its TypeScript sources into a few files: loading one file per module took most of the time
// of a start (decision 438). Part of the build of the server.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const root = dirname(import.meta.dirname)
const workers = readdirSync(join(root, 'apps/server/src'), { recursive: true }).filter((file) =>
  file.endsWith('.worker.ts'),
)

/** Folders with the files to start or import, relative to their `src`. */
const programs = {
  'apps/server': ['main.ts', 'cli/main.ts', 'index.ts', ...workers],
  'apps/demo': ['main.ts'],
  'apps/simulator': ['main.ts', 'index.ts'],
  'examples/customer-app': ['main.ts'],
}

/** The demo uses the server that is built beside it. */
const builtServer = '../../server/dist/index.js'

async function bundle(folder, entries) {
  const [source, dist] = [join(root, folder, 'src'), join(root, folder, 'dist')]
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((file) => join(source, file)),
    outbase: source,
    outdir: dist,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: entries.length > 1,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    // Packages of others stay packages; ours are bundled from their sources.
    plugins: [
      {
        name: 'packages of others',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
            if (path === '@fettle/server') return { path: builtServer, external: true }
            return kind === 'entry-point' || path.startsWith('@fettle/') ? undefined : { path, external: true }
          }),
      },
    ],
    metafile: true,
    logLevel: 'warning',
  })
  // A running server may still load chunks of the build before, if they have not changed.
  const built = new Set(Object.keys(metafile.outputs).map((file) => join(root, file)))
  const chunks = join(dist, 'chunks')
  if (!existsSync(chunks)) return
  for (const file of readdirSync(chunks))
    if (!built.has(join(chunks, file))) rmSync(join(chunks, file), { force: true })
}

await Promise.all(Object.entries(programs).map(([folder, entries]) => bundle(folder, entries)))
