type ImportProgressBarProps = { label: string; done: number; total: number };

/** Progress bar with a text. Without a total it shows only the text. */
export function ImportProgressBar({ label, done, total }: ImportProgressBarProps) {
  const percent = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : undefined;
  return (
    <div className="o-import-progress">
      <span className="o-row o-small">
        <span className="o-grow" role="status">
          {label}
        </span>
        {percent !== undefined && <span className="num o-muted">{percent}%</span>}
      </span>
      <progress aria-label={label} max={100} value={percent} />
    </div>
  );
}
