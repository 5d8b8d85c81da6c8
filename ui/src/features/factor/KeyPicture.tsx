import { QRCode } from 'antd';

const SIZE = 176;

/** The picture that an app scans; drawn here, so the key goes nowhere else. A chunk of its own. */
export default function KeyPicture({ uri }: { uri: string }) {
  // dark on white in both looks: phones do not read it the other way round
  return <QRCode value={uri} size={SIZE} type="svg" color="#000000" bgColor="#ffffff" />;
}
