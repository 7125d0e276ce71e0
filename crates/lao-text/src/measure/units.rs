//! Units of measure: their names in the languages of the shop, and the base units of normal forms.

use std::{cmp::Reverse, collections::HashMap, sync::LazyLock};

use crate::canon::fold_letters;

/// Physical quantity of a unit, with the base unit that the normal form is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// mm
    Length,
    /// mm²
    Section,
    /// m²
    Area,
    /// m³
    Space,
    /// ml
    Volume,
    /// g
    Mass,
    /// Any other quantity; it has no second unit here.
    Other,
}

/// A unit, written as the normal form writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unit {
    pub quantity: Quantity,
    /// Its abbreviation.
    pub name: &'static str,
    /// The base unit.
    pub base: &'static str,
    /// Number of base units in this unit.
    pub factor: f64,
    /// Sizes named in this unit are cut in round steps of the base unit: a sheet of 8 ft has 2440 mm, not 2438.4.
    pub step: f64,
}

impl Unit {
    /// Whether the sides before the last count wires: `2x1.5 mm²`.
    pub(crate) fn counts_before(self) -> bool {
        self.quantity == Quantity::Section
    }
}

/// Names of a unit, with its quantity, base unit and factor.
pub(super) type Names = (&'static [&'static str], Quantity, &'static str, f64);

pub(super) const UNITS: &[Names] = &[
    (
        &["mm", "millimeter", "millimetre", "ມມ", "ມິນລິແມັດ", "ມິນ", "มม", "มิล", "มิลลิเมตร", "毫米"],
        Quantity::Length,
        "mm",
        1.0,
    ),
    (
        &[
            "cm",
            "centimeter",
            "centimetre",
            "ຊມ",
            "ຊຕມ",
            "ຊັງ",
            "ຊັງຕີແມັດ",
            "ຊັງຕິແມັດ",
            "ซม",
            "เซน",
            "เซนติเมตร",
            "厘米",
        ],
        Quantity::Length,
        "mm",
        10.0,
    ),
    (&["m", "mtr", "meter", "metre", "ມ", "ແມັດ", "ม", "เมตร", "米"], Quantity::Length, "mm", 1000.0),
    (&["km", "kilometer", "kilometre", "ກມ", "ກິໂລແມັດ", "กม", "กิโลเมตร"], Quantity::Length, "mm", 1_000_000.0),
    (&["in", "inch", "inche", "\"", "''", "ນິ້ວ", "ນິວ", "นิ้ว", "英寸", "寸"], Quantity::Length, "mm", 25.4),
    // An eighth of an inch.
    (&["hun", "ຫຸນ", "หุน"], Quantity::Length, "mm", 3.175),
    (&["ft", "foot", "feet", "'", "ຟຸດ", "ຟຸຕ", "ฟุต", "英尺"], Quantity::Length, "mm", FOOT),
    (&["yd", "yard", "ຫຼາ", "หลา"], Quantity::Length, "mm", 914.4),
    (
        &[
            "sqmm",
            "mm2",
            "mm^2",
            "mm\u{b2}",
            "sq mm",
            "sq.mm",
            "sq. mm",
            "square mm",
            "ມມ2",
            "ຕລມມ",
            "ຕລ.ມມ",
            "ຕາມມ",
            "ຕາລາງມິນລິແມັດ",
            "มม2",
            "ตรมม",
            "ตร.มม",
            "ตารางมิล",
            "ตารางมิลลิเมตร",
            "平方毫米",
            "平方",
        ],
        Quantity::Section,
        "mm\u{b2}",
        1.0,
    ),
    (
        &[
            "sqm",
            "m2",
            "m^2",
            "sq m",
            "sq.m",
            "sq. m",
            "square meter",
            "square metre",
            "ມ2",
            "ຕລມ",
            "ຕລ.ມ",
            "ຕາແມັດ",
            "ຕາລາງແມັດ",
            "ม2",
            "ตรม",
            "ตร.ม",
            "ตารางเมตร",
            "平方米",
        ],
        Quantity::Area,
        "m\u{b2}",
        1.0,
    ),
    (
        &["cbm", "m3", "m^3", "cu m", "cu.m", "ມ3", "ແມັດກ້ອນ", "ຄິວ", "ลบ.ม", "ลบม", "คิว", "ม3"],
        Quantity::Space,
        "m\u{b3}",
        1.0,
    ),
    (
        &["ml", "cc", "milliliter", "millilitre", "ມລ", "ມິນລິລິດ", "ຊີຊີ", "มล", "ซีซี", "มิลลิลิตร", "毫升"],
        Quantity::Volume,
        "ml",
        1.0,
    ),
    (
        &["l", "lt", "ltr", "liter", "litre", "ລ", "ລິດ", "ລິຕ", "ล", "ลิตร", "升"],
        Quantity::Volume,
        "ml",
        1000.0,
    ),
    (&["gal", "gallon", "ແກລອນ", "ກາລອນ", "แกลลอน", "แกลอน", "加仑"], Quantity::Volume, "ml", GALLON),
    (&["g", "gm", "gr", "gram", "gramme", "ກຣາມ", "ກລ", "กรัม", "ก", "克"], Quantity::Mass, "g", 1.0),
    (
        &[
            "kg",
            "kgs",
            "kilo",
            "kilogram",
            "kilogramme",
            "ກກ",
            "ກິໂລ",
            "ກິໂລກຣາມ",
            "ໂລ",
            "กก",
            "กิโล",
            "กิโลกรัม",
            "โล",
            "公斤",
        ],
        Quantity::Mass,
        "g",
        1000.0,
    ),
    (&["t", "ton", "tonne", "ຕັນ", "ໂຕນ", "ตัน", "吨"], Quantity::Mass, "g", 1_000_000.0),
    (&["lb", "lbs", "pound", "ປອນ", "ปอนด์", "磅"], Quantity::Mass, "g", 453.592),
    (&["oz", "ounce", "ອອນ", "ออนซ์"], Quantity::Mass, "g", 28.35),
    (&["w", "watt", "ວັດ", "ວັດຕ໌", "วัตต์", "วัต", "瓦"], Quantity::Other, "w", 1.0),
    (&["kw", "kilowatt", "ກິໂລວັດ", "กิโลวัตต์", "千瓦"], Quantity::Other, "w", 1000.0),
    (&["v", "volt", "ໂວນ", "ໂວລ", "ໂວນຕ໌", "โวลต์", "โวลท์", "โวล", "伏"], Quantity::Other, "v", 1.0),
    (&["kv", "kilovolt"], Quantity::Other, "v", 1000.0),
    (
        &["a", "amp", "ampere", "ແອມ", "ແອັມ", "ແອມແປ", "แอมป์", "แอมแปร์", "แอม", "安"],
        Quantity::Other,
        "ma",
        1000.0,
    ),
    (&["ma", "milliamp"], Quantity::Other, "ma", 1.0),
    (&["ah"], Quantity::Other, "mah", 1000.0),
    (&["mah"], Quantity::Other, "mah", 1.0),
    (&["hz", "hertz", "ເຮີດ", "เฮิรตซ์"], Quantity::Other, "hz", 1.0),
    (&["hp", "horsepower", "ແຮງມ້າ", "แรงม้า", "马力"], Quantity::Other, "hp", 1.0),
    (&["k", "kelvin"], Quantity::Other, "k", 1.0),
    (&["lm", "lumen", "ລູເມນ", "ลูเมน"], Quantity::Other, "lm", 1.0),
    (&["btu", "ບີທີຢູ", "บีทียู"], Quantity::Other, "btu", 1.0),
    (&["bar", "ບາ", "บาร์"], Quantity::Other, "bar", 1.0),
    (&["psi"], Quantity::Other, "psi", 1.0),
    (&["h", "hr", "hour", "ຊົ່ວໂມງ", "ชั่วโมง"], Quantity::Other, "h", 1.0),
    (&["pcs", "pc", "piece", "ອັນ", "ຊິ້ນ", "ໂຕ", "ชิ้น", "ตัว", "อัน", "个"], Quantity::Other, "pc", 1.0),
    (&["%", "percent", "ເປີເຊັນ", "ສ່ວນຮ້ອຍ", "เปอร์เซ็นต์"], Quantity::Other, "%", 1.0),
    (&["\u{b0}", "deg", "degree", "ອົງສາ", "องศา", "度"], Quantity::Other, "\u{b0}", 1.0),
];

pub(super) const FOOT: f64 = 304.8;
const GALLON: f64 = 3785.41;
/// Steps in which sizes named in feet and in gallons are made, in base units.
pub(super) const FOOT_STEP: f64 = 5.0;
const GALLON_STEP: f64 = 100.0;
/// The gauge of screws and wires: `#8`, `ເບີ 8`.
pub(crate) const NUMBERED: Unit =
    Unit { quantity: Quantity::Other, name: "#", base: "#", factor: 1.0, step: 0.0 };

type UnitsByLetter = HashMap<char, Vec<(Vec<char>, Unit)>>;

/// Unit names, folded as texts are, by their first letter.
pub(super) static BY_NAME: LazyLock<UnitsByLetter> = LazyLock::new(|| {
    let mut out = UnitsByLetter::new();
    for &(names, quantity, base, factor) in UNITS {
        let step = match factor {
            FOOT => FOOT_STEP,
            GALLON => GALLON_STEP,
            _ => 0.0,
        };
        for name in names {
            let folded: Vec<char> = fold_letters(name).into_iter().map(|it| it.c).collect();
            let plural = folded.len() > 2 && folded.iter().all(char::is_ascii_lowercase);
            let unit = Unit { quantity, name: names[0], base, factor, step };
            let by_letter = out.entry(folded[0]).or_default();
            if plural {
                by_letter.push((folded.iter().copied().chain(['s']).collect(), unit));
            }
            by_letter.push((folded, unit));
        }
    }
    for names in out.values_mut() {
        names.sort_by_key(|(name, _)| Reverse(name.len()));
    }
    out
});
