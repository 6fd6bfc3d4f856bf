import { Chip } from '../../ui/feedback/status-chip.tsx'

/** The provider's tags of a customer; nothing without any. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Chip key={tag} className="max-w-40">
          <span dir="auto" className="truncate">
            {tag}
          </span>
        </Chip>
      ))}
    </span>
  )
}
