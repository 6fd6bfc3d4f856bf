import * as z from 'zod/mini'
import { chatLimits } from './limits.ts'
import { chatOperation } from './operation.ts'

/** What a linked page says of itself. The service fetches it; nobody can make one up. */

export const WebAddress = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^https?:\/\/[^\s]+$/i, 'Use an address that begins with https://.'))

export const LinkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  siteName: z.optional(z.string()),
  /** A picture we keep ourselves, so that a reader's device never speaks to the linked site. */
  image: z.optional(z.object({ id: z.string(), width: z.int(), height: z.int() })),
})
export type LinkPreview = z.infer<typeof LinkPreview>

export const getPreview = chatOperation({
  name: 'previews.get',
  method: 'POST',
  path: '/previews',
  by: 'user',
  summary: 'What a page says of itself; null where there is nothing to show.',
  input: z.object({ url: WebAddress }),
  returns: z.object({ preview: z.nullable(LinkPreview) }),
  errors: [],
})

/** The addresses whose previews a message carries. */
export const PreviewedAddresses = z.array(WebAddress).check(z.maxLength(chatLimits.previewsPerMessage))
