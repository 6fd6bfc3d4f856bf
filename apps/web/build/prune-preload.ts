import type { Plugin } from 'vite'

// Vite's own helper is two kilobytes on every page, most of it for browsers and base paths that are not ours.
const helper = `
const asked = new Set()
const link = (file) => {
  const href = '/' + file
  if (asked.has(href)) return
  asked.add(href)
  if (document.querySelector('link[href="' + href + '"],style[data-file="' + href + '"]')) return
  const element = document.createElement('link')
  const isStyle = href.endsWith('.css')
  element.rel = isStyle ? 'stylesheet' : 'modulepreload'
  element.crossOrigin = ''
  element.href = href
  document.head.append(element)
  if (isStyle) return new Promise((resolve) => (element.onload = element.onerror = resolve))
}
export const __vitePreload = async (load, files = []) => {
  try {
    await Promise.all(files.map(link))
    return await load()
  } catch (error) {
    const event = new Event('vite:preloadError', { cancelable: true })
    event.payload = error
    dispatchEvent(event)
    if (!event.defaultPrevented) throw error
  }
}
`

/** Fetches what a lazy module needs beside it, waits for its styles, and tells when a file is gone. */
export const prunePreload = (): Plugin => ({
  name: 'lean-preload',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => ({ code: helper, moduleSideEffects: false }),
  },
})
