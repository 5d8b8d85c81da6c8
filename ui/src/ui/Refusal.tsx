import { Alert } from 'antd';
import { textOf } from '@/api/errors';
import styles from './refusal.module.css';

/** Why something was not done, beside the button that was to do it; nothing without a failure. */
export const Refusal = ({ error }: { error: unknown }) =>
  error ? <Alert className={styles.refusal} type="error" showIcon role="alert" title={textOf(error)} /> : null;
