import { Trans } from '@lingui/react/macro'
import { Checkbox, type CheckboxProps } from '../../../ui/checkbox.tsx'

/** Where the site asks for it. */
export const Terms = (field: Pick<CheckboxProps, 'id' | 'name' | 'error'>) => (
  <Checkbox {...field} label={<Trans>I accept the terms of use.</Trans>} />
)
