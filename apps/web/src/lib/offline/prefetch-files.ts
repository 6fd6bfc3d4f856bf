/**
 * Fetches what the next page will need, into the browser's cache: the list is written by the build, one address a
 * line. Not for people who pay by the megabyte.
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
    // It will be fetched when it is needed.
  }
}
