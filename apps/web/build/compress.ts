import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const dist = join(import.meta.dirname, '../dist')
const compressible = new Set(['.js', '.css', '.html', '.svg', '.webmanifest', '.txt'])
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The best for scripts, of which a visitor needs many. A page would take twenty times as long to save one kilobyte. */
const qualityOf = (name: string) => (extname(name) === '.html' ? 5 : 11)

/** Writes `.br` and `.gz` files beside every text file, so that the server never compresses. */
async function compressFiles(): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      await writeFile(
        `${path}.br`,
        await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: qualityOf(entry.name),
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
      )
      await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
    }),
  )
}

/** Compresses the files of the build, once all are written. */
export const compress = (): Plugin => ({
  name: 'fettle-compress',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  closeBundle: { order: 'post', sequential: true, handler: compressFiles },
})
