import { t } from '@lingui/core/macro'
import { paths } from '../../routing/paths.ts'
import { useBack } from '../../routing/use-back.ts'
import { Page } from '../../ui/layout/page.tsx'
import { setPageHost } from './page-host.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'

/** Notifications page, where the bell of a phone leads. The bell renders its content. */
export function Component() {
  const back = useBack({ to: paths.home, label: t`Home` })
  return (
    <Page title={t`Notifications`} back={back}>
      <div ref={setPageHost} className="group -mx-2 min-w-0 md:-mx-4">
        <div className="group-has-[button]:hidden">
          <PanelSkeleton rows={8} />
        </div>
      </div>
    </Page>
  )
}
