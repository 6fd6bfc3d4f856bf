/**
 * Prefetches files of the next page into the HTTP cache, from a list written by the build, one address per line.
 * Skipped when the user saves data.
 */
export async function prefetchFiles(list = '/warm.txt'): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  try {
    const response = await fetch(list)
    if (!response.ok) return
    const files = (await response.text()).split('\n').filter(Boolean)
    await Promise.all(
      files.map((file) => fetch(file, { priority: 'low', credentials: 'omit' }).then((answer) => answer.blob())),
    )
  } catch {
    // Fetched on demand later.
  }
}
