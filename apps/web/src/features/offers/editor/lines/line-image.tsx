import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { PhotoInput } from '../../../../shared/forms/photo-input.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/forms/field.tsx'
import { Progress } from '../../../../ui/forms/file-drop.tsx'
import { focusAround } from '../../../../ui/layout/focus-around.ts'
import type { Line } from './draft-edits.ts'
import type { OfferEditorFiles } from '../sections/use-files.ts'

/** Picture of a line. */
export function LineImage({
  line,
  files,
  onImage,
}: {
  line: Line
  files: OfferEditorFiles
  onImage: (id: string | null) => void
}) {
  const { imageFileId } = line
  const shown = imageFileId ? files.find(imageFileId) : undefined
  const room = useRef<HTMLDivElement>(null)
  const change = (id: string | null) => {
    // What has the focus disappears.
    focusAround(room.current)
    onImage(id)
  }
  const take = async (file: File) => {
    const id = await files.upload(file, 'OFFER_PHOTO')
    if (id) change(id)
  }
  return (
    <div ref={room} className="grid gap-2">
      <p className="text-sm font-semibold">
        <Trans>Picture</Trans>
      </p>
      {imageFileId ? (
        <div className="flex items-center gap-3">
          {shown ? (
            <img src={shown.url} alt={line.name} className="size-20 rounded-control border border-line object-cover" />
          ) : (
            <span className="size-20 rounded-control border border-line bg-surface-hover" />
          )}
          <IconButton label={t`Remove picture`} icon={<X size={18} />} onClick={() => change(null)} />
        </div>
      ) : (
        <PhotoInput onPhoto={(file) => void take(file)}>
          <Trans>Add picture</Trans>
        </PhotoInput>
      )}
      {files.progress !== undefined && <Progress value={files.progress} label={t`Uploading`} />}
      {files.error && <FieldError alert>{files.error}</FieldError>}
    </div>
  )
}
