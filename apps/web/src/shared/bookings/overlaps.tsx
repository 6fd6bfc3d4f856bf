import { Trans } from '@lingui/react/macro'

/** Names the job that a request overlaps. Nothing without one. */
export const Overlaps = ({ job }: { job: string | null | undefined }) =>
  job ? (
    <span className="text-sm font-semibold text-warning">
      <Trans>
        Overlaps <bdi>{job}</bdi>
      </Trans>
    </span>
  ) : null
