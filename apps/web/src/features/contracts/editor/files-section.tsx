import { MAX_CONTRACT_FILES } from '@fettle/protocol/contracts/constants'
import { allowedTypes, uploadRule } from '@fettle/protocol/common/upload-rules'
import { Trans } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useConnection } from '../../../lib/http/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { FileList } from '../detail/file-list.tsx'
import type { ContractFiles } from '../use-files.ts'
import type { EditorSectionProps } from './section-props.ts'
import { itemsText } from '../../../lib/format/items-text.ts'

/** Attachments of the contract: plans, data sheets and photos. */
export function FilesSection({ form, set, files }: EditorSectionProps & { files: ContractFiles }) {
  const isConnected = useConnection()
  const chooser = useRef<HTMLInputElement>(null)
  const { attachments } = form
  const add = async (file: File | undefined) => {
    const id = file && (await files.upload(file))
    // Another one may have been removed meanwhile.
    if (id) set((latest) => ({ attachments: [...latest.attachments, id] }))
  }
  return (
    <Section title={<Trans>Attachments</Trans>}>
      <Card className="grid gap-4 p-4 md:p-5">
        <FileList
          ids={attachments}
          files={files}
          onRemove={(removedId) => set({ attachments: attachments.filter((id) => id !== removedId) })}
        />
        {attachments.length < MAX_CONTRACT_FILES && (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="secondary"
              icon={<Paperclip size={18} aria-hidden="true" />}
              disabled={!isConnected || files.progress !== undefined}
              onClick={() => chooser.current?.click()}
            >
              <Trans>Add a file</Trans>
            </Button>
            <span className="text-sm text-text-muted">
              {isConnected ? (
                itemsText(allowedTypes('CONTRACT_FILE'))
              ) : (
                <Trans>You need a connection to add files.</Trans>
              )}
            </span>
            <input
              ref={chooser}
              type="file"
              hidden
              accept={uploadRule('CONTRACT_FILE').mimes.join(',')}
              onChange={({ currentTarget }) => {
                void add(currentTarget.files?.[0])
                currentTarget.value = ''
              }}
            />
          </div>
        )}
      </Card>
    </Section>
  )
}
