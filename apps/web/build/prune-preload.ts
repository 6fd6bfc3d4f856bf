import type { Plugin } from 'vite'

// Vite's own helper adds two kilobytes to every page, mostly for old browsers and base paths.
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

/**
 * Replaces Vite's preload helper: fetches a lazy module's dependencies, waits for its styles, and reports missing
 * files.
 */
export const prunePreload = (): Plugin => ({
  name: 'lean-preload',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => ({ code: helper, moduleSideEffects: false }),
  },
})
