import * as z from 'zod/mini'
import { chatLimits } from '../core/limits.ts'
import { chatOperation } from '../core/operation.ts'

/** A link preview. The service fetches it; senders cannot provide one. */

export const WebAddress = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^https?:\/\/[^\s]+$/i, 'Use an address that begins with https://.'))

export const LinkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  siteName: z.optional(z.string()),
  /** An image the service stores, so that readers' devices never contact the linked site. */
  image: z.optional(z.object({ id: z.string(), width: z.int(), height: z.int() })),
})
export type LinkPreview = z.infer<typeof LinkPreview>

export const getPreview = chatOperation({
  name: 'previews.get',
  method: 'POST',
  path: '/previews',
  by: 'user',
  summary: 'Get the link preview of a page. null: there is nothing to show.',
  input: z.object({ url: WebAddress }),
  returns: z.object({ preview: z.nullable(LinkPreview) }),
})

/** Addresses whose previews a message carries. */
export const PreviewedAddresses = z.array(WebAddress).check(z.maxLength(chatLimits.previewsPerMessage))
