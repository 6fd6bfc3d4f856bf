import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOnline } from '../../../lib/http/use-online.ts'
import { FormSheet, type FormSheetProps } from '../../../shared/forms/form-sheet.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { ContractSheetProps } from './sheets.types.ts'

type Props = ContractSheetProps &
  Omit<FormSheetProps, 'timeZone' | 'now' | 'onClose' | 'onSubmit'> & { onSubmit: () => void }

/** Sheet of a contract. Its actions need a connection; offline it says so. */
export function ContractSheet({ contract, id: _, onOpen: __, children, onSubmit, ...props }: Props): ReactNode {
  const online = useOnline()
  return (
    <FormSheet {...props} timeZone={contract.timeZone} onSubmit={() => online && onSubmit()}>
      {children}
      {!online && (
        <Banner tone="warning">
          <Trans>You need a connection for this.</Trans>
        </Banner>
      )}
    </FormSheet>
  )
}
