import styles from './list.module.css';

const ROWS = [72, 58, 66, 80, 54, 70, 62, 76, 60, 68];

/** The shape of the rows while the first ones are on their way. */
export function ListSkeleton() {
  return (
    <div className={styles.listSkeleton} role="status" aria-label="正在加载">
      {ROWS.map((width) => (
        <div key={width}>
          <i style={{ width: `${width / 6}%` }} />
          <i style={{ width: `${width / 5}%` }} />
          <i style={{ width: `${width / 4}%` }} />
          <i style={{ width: `${width / 6}%` }} />
        </div>
      ))}
    </div>
  );
}
