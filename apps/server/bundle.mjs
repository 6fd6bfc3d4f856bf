// Bundles the server into few files: loading one file per module took most of the time of a start (decision 438).
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const source = join(here, 'src')
const dist = join(here, 'dist')
const workers = readdirSync(source, { recursive: true }).filter((file) => file.endsWith('.worker.ts'))

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ['main.ts', 'cli/main.ts', 'index.ts', ...workers].map((file) => join(source, file)),
  outbase: source,
  outdir: dist,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  // Packages of others stay packages; ours are bundled from their sources.
  conditions: ['fettle-source'],
  plugins: [
    {
      name: 'packages of others',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@fettle/') ? undefined : { path, external: true },
        ),
    },
  ],
  metafile: true,
  logLevel: 'warning',
})

const built = new Set(Object.keys(metafile.outputs).map((file) => resolve(here, file)))
const chunks = join(dist, 'chunks')
for (const file of readdirSync(chunks)) if (!built.has(join(chunks, file))) rmSync(join(chunks, file), { force: true })
