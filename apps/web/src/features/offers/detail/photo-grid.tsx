import { t } from '@lingui/core/macro'
import type { DocumentFile } from '../../../shared/documents/use-file-uploads.ts'

interface PhotoGridProps {
  ids: readonly string[]
  file: (id: string) => Pick<DocumentFile, 'url'> | undefined
  /** Describes a photo by its number. */
  altOf: (number: number) => string
}

/** Photos of an offer or request; each opens in a new tab. */
export const PhotoGrid = ({ ids, file, altOf }: PhotoGridProps) =>
  ids.length > 0 && (
    <ul aria-label={t`Photos`} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {ids.map((id, index) => {
        const shown = file(id)
        return (
          <li key={id}>
            {shown ? (
              <a href={shown.url} target="_blank" rel="noreferrer">
                <img
                  src={shown.url}
                  alt={altOf(index + 1)}
                  className="aspect-square w-full rounded-control border border-line object-cover"
                />
              </a>
            ) : (
              <span className="block aspect-square rounded-control bg-surface-hover" />
            )}
          </li>
        )
      })}
    </ul>
  )
