import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { ChosenFileList } from '../../../../shared/forms/chosen-file-list.tsx'
import { PhotoInput } from '../../../../shared/forms/photo-input.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Card, Section } from '../../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../../ui/layout/removable-row.tsx'
import { FieldError } from '../../../../ui/forms/field.tsx'
import { Progress } from '../../../../ui/forms/file-drop.tsx'
import type { OfferProblems } from '../problems.ts'
import type { Editing } from '../use-editing.ts'
import { acceptOf, typesOf, type OfferEditorFiles } from './use-files.ts'

const MAX_PHOTOS = 10
const MAX_ATTACHMENTS = 5

export interface FilesSectionProps {
  editing: Editing
  files: OfferEditorFiles
  problems: OfferProblems
}

/** Photos shown to the customer and attached files. */
export function FilesSection({ editing, files, problems }: FilesSectionProps) {
  const { content, edit } = editing
  const { photos, attachments } = content
  const chooser = useRef<HTMLInputElement>(null)
  const [hasTooMany, setHasTooMany] = useState(false)
  const most = MAX_PHOTOS
  const addPhoto = async (file: File) => {
    const id = await files.upload(file, 'OFFER_PHOTO')
    if (id) edit((before) => ({ ...before, photos: [...before.photos, id].slice(0, MAX_PHOTOS) }))
  }
  const addFile = async (file: File | undefined) => {
    const id = file && (await files.upload(file, 'OFFER_FILE'))
    if (id) edit((before) => ({ ...before, attachments: [...before.attachments, id].slice(0, MAX_ATTACHMENTS) }))
  }
  const problem = files.error ?? problems['photos'] ?? problems['attachments']
  return (
    <Section title={<Trans>Photos and files</Trans>}>
      <Card className="grid gap-4 p-4 md:p-5">
        {photos.length > 0 && (
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {photos.map((id, index) => {
              const number = index + 1
              const file = files.find(id)
              return (
                <RemovableRow key={id} className="relative">
                  {file ? (
                    <img
                      src={file.url}
                      alt={t`Photo ${number}`}
                      className="aspect-square w-full rounded-control border border-line object-cover"
                    />
                  ) : (
                    <span className="block aspect-square rounded-control border border-line bg-surface-hover" />
                  )}
                  <IconButton
                    label={t`Remove photo ${number}`}
                    icon={<X size={16} />}
                    className="absolute! end-1 top-1 bg-surface-raised"
                    onClick={() => {
                      setHasTooMany(false)
                      edit((before) => ({ ...before, photos: before.photos.filter((other) => other !== id) }))
                    }}
                  />
                </RemovableRow>
              )
            })}
          </ul>
        )}
        <ChosenFileList
          files={attachments.map((id) => ({ id, name: files.find(id)?.name ?? t`File` }))}
          onRemove={({ id }) =>
            edit((before) => ({ ...before, attachments: before.attachments.filter((other) => other !== id) }))
          }
        />
        {files.progress !== undefined && <Progress value={files.progress} label={t`Uploading`} />}
        {problem && <FieldError alert={files.error !== undefined}>{problem}</FieldError>}
        {hasTooMany && (
          <FieldError alert>
            <Trans>Add up to {most} photos.</Trans>
          </FieldError>
        )}
        {!files.isConnected && (
          <p className="text-sm text-text-muted">
            <Trans>You're offline. Add files when you're back online.</Trans>
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {photos.length < MAX_PHOTOS && (
            <PhotoInput
              multiple
              room={MAX_PHOTOS - photos.length}
              onTooMany={() => setHasTooMany(true)}
              onPhoto={(file) => void addPhoto(file)}
            >
              <Trans>Add photos</Trans>
            </PhotoInput>
          )}
          {attachments.length < MAX_ATTACHMENTS && (
            <Button
              variant="secondary"
              className="min-h-12"
              icon={<Paperclip size={18} aria-hidden="true" />}
              title={typesOf('OFFER_FILE')}
              onClick={() => chooser.current?.click()}
            >
              <Trans>Add a file</Trans>
            </Button>
          )}
          <input
            ref={chooser}
            type="file"
            hidden
            accept={acceptOf('OFFER_FILE')}
            onChange={({ currentTarget }) => {
              void addFile(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
        </div>
      </Card>
    </Section>
  )
}
