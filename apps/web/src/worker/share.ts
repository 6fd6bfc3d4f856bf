import { storeShared, SHARED_FORM_FIELD, sharePath } from '../lib/offline/shared-photos.ts'

/** Stores photos shared from another app and redirects to the page that asks for a destination. */
export async function receiveShare(request: Request, now: Date): Promise<Response> {
  const to = (query: string) => Response.redirect(new URL(sharePath + query, request.url).href, 303)
  try {
    const form = await request.formData()
    const photos = form
      .getAll(SHARED_FORM_FIELD)
      .filter((entry): entry is File => entry instanceof File && entry.size > 0)
    await storeShared(photos, now)
    return to('')
  } catch {
    // Storage is full or the input is unreadable: the page shows an error.
    return to('&failed')
  }
}
