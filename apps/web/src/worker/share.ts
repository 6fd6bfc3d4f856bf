import { storeShared, SHARED_FORM_FIELD, sharePath } from '../lib/offline/shared-photos.ts'

/** Another app hands over photos: they are put down here and now, and the page that opens asks where they go. */
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
    // The device is full, or what came cannot be read: said by the page.
    return to('&failed')
  }
}
