// biome-ignore-all assist/source/organizeImports: where two of them style one thing, the later wins
import report from './report.module.css';
import figures from './figures.module.css';
import areas from './areas.module.css';
import lists from './lists.module.css';
import cash from './cash.module.css';
import arrears from './arrears.module.css';
import rate from './rate.module.css';
import narrow from './narrow.module.css';

/** The look of the home page: one sheet in eight files, so a class has one name in all of them (build/class-names.ts). */
export const look = { ...report, ...figures, ...areas, ...lists, ...cash, ...arrears, ...rate, ...narrow };
