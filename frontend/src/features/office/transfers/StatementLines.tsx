import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeKip } from '../OfficeKip';
import { StateBadge } from '../StateBadge';
import { CandidateRow } from './CandidateRow';
import { FIT_LOOKS, isForgotten, UNREAD_TEXTS } from './transfer-texts';
import type { StatementLine, TransferCandidate } from './transfers-api';

type StatementLinesProps = {
  lines: StatementLine[];
  /** The order whose payment is being recorded. */
  runningId: string | undefined;
  onRecord: (line: StatementLine, candidate: TransferCandidate) => void;
};

/** Read lines of a bank statement with the orders that fit, and the lines that were not read. */
export function StatementLines({ lines, runningId, onRecord }: StatementLinesProps) {
  const t = useT();
  const unread = lines.filter((line) => line.unread_reason !== null).length;
  return (
    <>
      <p role="status" className="o-note">
        {t('office.transfers.found', { read: lines.length - unread, unread })}
      </p>
      <ol aria-label={t('office.transfers.lines')} className="o-stack gap-3">
        {lines.map((line) => (
          <li key={line.line} className="o-panel">
            <LineHead line={line} />
            {line.candidates.length > 0 && (
              <ul className="o-transfer-orders">
                {line.candidates.map((candidate) => (
                  <CandidateRow
                    key={candidate.order.order_id}
                    line={line}
                    candidate={candidate}
                    isRunning={runningId === candidate.order.order_id}
                    onRecord={() => onRecord(line, candidate)}
                  />
                ))}
              </ul>
            )}
            {line.candidate_count > line.candidates.length && (
              <p className="o-panel-body o-note">
                {t('office.transfers.more', {
                  count: formatNumber(line.candidate_count - line.candidates.length),
                })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function LineHead({ line }: { line: StatementLine }) {
  const t = useT();
  return (
    <div className="o-transfer-head">
      <div className="min-w-0">
        <b className="o-small o-muted">{t('office.transfers.line', { number: line.line })}</b>
        <p className="wrap-anywhere">
          <LocalizedText>{line.text}</LocalizedText>
        </p>
      </div>
      {line.unread_reason ? (
        <p className="o-small text-warn">{t(UNREAD_TEXTS[line.unread_reason])}</p>
      ) : (
        <div className="o-row flex-wrap">
          <b className="text-md">
            <OfficeKip value={line.amount} />
          </b>
          {line.fit && <StateBadge look={FIT_LOOKS[line.fit]} />}
        </div>
      )}
      {isForgotten(line) && (
        <p className="o-small col-span-full text-warn">{t('office.transfers.notRecognized')}</p>
      )}
    </div>
  );
}
