import type { LinkPreview } from '@fettle/protocol/chat/messages/previews'
import { previewPicture } from '../../sizes.ts'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { useFileAddresses } from '../media/use-file-addresses.ts'

/** Previews of a message's links. Space is reserved for their pictures. */
export function LinkPreviews({
  messageId,
  cid,
  previews,
}: {
  messageId: string
  cid: string
  previews: LinkPreview[]
}) {
  const { current } = useMessageListContext()
  const files = useFileAddresses(
    cid,
    previews.flatMap(({ image }) => image?.id ?? []),
  )
  return previews.map((preview) => {
    const { url, title, description, siteName, image } = preview
    const box = previewPicture(preview)
    const source = image && files[image.id]?.url
    return (
      <a
        key={url}
        href={url}
        target="_blank"
        rel="noreferrer nofollow"
        tabIndex={current === messageId ? 0 : -1}
        className="my-1.5 block w-80 max-w-full overflow-hidden rounded-control border border-line bg-surface-raised no-underline hover:bg-surface-hover"
      >
        {box && (
          <span className="block w-full bg-surface-sunken" style={{ aspectRatio: `${box.width} / ${box.height}` }}>
            {source && <img src={source} alt="" className="size-full object-cover" />}
          </span>
        )}
        <span className="flex gap-3 p-2.5">
          {image && !box && (
            <span className="size-14 shrink-0 overflow-hidden rounded-control bg-surface-sunken">
              {source && <img src={source} alt="" className="size-full object-cover" />}
            </span>
          )}
          <span className="min-w-0 flex-1 text-sm">
            <span className="block truncate text-xs text-text-muted">{siteName ?? URL.parse(url)?.host}</span>
            <span dir="auto" className="line-clamp-2 font-semibold">
              {title}
            </span>
            {description && (
              <span dir="auto" className="line-clamp-2 text-text-muted">
                {description}
              </span>
            )}
          </span>
        </span>
      </a>
    )
  })
}
