import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useConnection } from '../../../lib/http/connection.ts'
import { FormSheet, type FormSheetProps } from '../../../shared/forms/form-sheet.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { ContractSheetProps } from './sheets.types.ts'

type Props = ContractSheetProps &
  Omit<FormSheetProps, 'timeZone' | 'now' | 'onClose' | 'onSubmit'> & { onSubmit: () => void }

/** Sheet of a contract. Its actions need a connection; offline it says so. */
export function ContractSheet({ contract, id: _, onOpen: __, children, onSubmit, ...props }: Props): ReactNode {
  const isConnected = useConnection()
  return (
    <FormSheet {...props} timeZone={contract.timeZone} onSubmit={() => isConnected && onSubmit()}>
      {children}
      {!isConnected && (
        <Banner tone="warning">
          <Trans>You need a connection for this.</Trans>
        </Banner>
      )}
    </FormSheet>
  )
}
