import type { Call } from '@fettle/protocol/core/operation'
import { useState, type ReactNode } from 'react'
import type { FormSheetProps } from '../../../shared/forms/form-sheet.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useContractAction } from '../use-contract-action.ts'
import { ContractSheet } from './contract-sheet.tsx'
import type { ContractSheetProps } from './sheets.types.ts'

interface Props extends ContractSheetProps, Pick<FormSheetProps, 'title' | 'description' | 'submit' | 'variant'> {
  operation: Call
  /** Request body besides the version; false when there is nothing to send. */
  body?: Record<string, unknown> | false
  params?: Record<string, string>
  /** Input is missing or invalid: fields show it after the first attempt, and nothing is sent. */
  wrong?: boolean
  /** An upload is still running. */
  waits?: boolean
  /** Toast shown on success. */
  success?: { title: string; body?: string }
  onDone?: () => void | Promise<void>
  /** Fields of the sheet; `isSubmitted` is true after the first attempt to submit. */
  children?: (isSubmitted: boolean) => ReactNode
}

/** Sheet of a contract that makes one call. */
export function ContractActionSheet(props: Props) {
  const { operation, body, params, wrong = false, waits = false, success, onDone, children, ...sheet } = props
  const { contract, onClose } = sheet
  const action = useContractAction(contract)
  const [isSubmitted, setSubmitted] = useState(false)
  const run = async () => {
    setSubmitted(true)
    if (wrong || waits) return
    const sent = body === false ? undefined : { version: contract.version, ...body }
    if ((await action.run(operation, { params, body: sent })) === undefined) return
    await onDone?.()
    onClose()
    if (success) toast.success(success.title, success.body === undefined ? {} : { body: success.body })
  }
  return (
    <ContractSheet {...sheet} busy={action.busy || waits} error={action.error} onSubmit={() => void run()}>
      {children?.(isSubmitted)}
    </ContractSheet>
  )
}
