//! Texts of heads and pages without scripts in the five routed languages. All other texts belong to the frontend.

use super::page_meta;
use crate::Language;

pub struct Texts {
    pub home: &'static str,
    /// Text after the shop's name in the title of the home page.
    pub tagline: &'static str,
    /// Default description.
    pub about: &'static str,
    pub shop: &'static str,
    pub shop_about: &'static str,
    /// Title of a search, with `{text}` where its text goes.
    pub search_results: &'static str,
    pub promotions: &'static str,
    pub promotions_about: &'static str,
    pub all_promotions: &'static str,
    pub news: &'static str,
    pub homeguru: &'static str,
    pub investor: &'static str,
    pub collections: &'static str,
    pub collections_about: &'static str,
    /// Names of the built-in collections, as in the frontend.
    pub newest: &'static str,
    pub popular: &'static str,
    pub on_sale: &'static str,
    pub sitemap: &'static str,
    pub cart: &'static str,
    pub checkout: &'static str,
    pub login: &'static str,
    pub register: &'static str,
    pub profile: &'static str,
    pub orders: &'static str,
    /// Title of the recently viewed products.
    pub seen: &'static str,
    pub staff: &'static str,
    pub not_found: &'static str,
    pub unavailable: &'static str,
    /// Text of a 429 response.
    pub too_many: &'static str,
    pub in_stock: &'static str,
    pub sold_out: &'static str,
    /// Label of a product without price or stock.
    pub not_for_sale: &'static str,
    /// Text that is shown if scripts are disabled.
    pub no_script: &'static str,
}

pub fn texts(language: Language) -> &'static Texts {
    match language {
        Language::La => &LA,
        Language::En => &EN,
        Language::Th => &TH,
        Language::Cn => &CN,
        Language::Vn => &VN,
    }
}

/// Returns the name of a collection: translated for built-in ones, as written by the merchant for brands.
pub fn collection<'a>(language: Language, name: &str, title: &'a page_meta::Text) -> &'a str {
    let own = texts(language);
    match name {
        "new" => own.newest,
        "popular" => own.popular,
        "sale" => own.on_sale,
        _ => language.pick(&title.la, &title.en),
    }
}

const LA: Texts = Texts {
    home: "ໜ້າຫຼັກ",
    tagline: "ວັດສະດຸກໍ່ສ້າງ, ເຄື່ອງມື ແລະ ຂອງຕົກແຕ່ງເຮືອນ",
    about: "ວັດສະດຸກໍ່ສ້າງ, ເຄື່ອງມື ແລະ ຂອງຕົກແຕ່ງເຮືອນ ລາຄາດຽວກັນທຸກສາຂາ ລວມອາກອນແລ້ວ. ສັ່ງຊື້ອອນລາຍໄດ້ 24 ຊົ່ວໂມງ.",
    shop: "ສິນຄ້າທັງໝົດ",
    shop_about: "ເບິ່ງລາຄາ, ສິນຄ້າທີ່ມີໃນສາງ ແລະ ສັ່ງຊື້ອອນລາຍ.",
    search_results: "ຜົນການຄົ້ນຫາ “{text}”",
    promotions: "ໂປຣໂມຊັນ",
    promotions_about: "ໂປຣໂມຊັນ ແລະ ສ່ວນຫຼຸດທີ່ກຳລັງຈັດຢູ່ ສຳລັບວັດສະດຸກໍ່ສ້າງ ແລະ ຂອງໃຊ້ໃນເຮືອນ.",
    all_promotions: "ໂປຣໂມຊັນທັງໝົດ",
    news: "ຂ່າວສານ",
    homeguru: "ຮຽນຮູ້ເລື່ອງເຮືອນ",
    investor: "ນັກລົງທຶນສຳພັນ",
    collections: "ຄໍເລັກຊັນ",
    collections_about: "ສິນຄ້າມາໃໝ່, ຂາຍດີ, ຫຼຸດລາຄາ ແລະ ສິນຄ້າຕາມຍີ່ຫໍ້.",
    newest: "ສິນຄ້າມາໃໝ່",
    popular: "ສິນຄ້າຂາຍດີ",
    on_sale: "ຫຼຸດລາຄາ",
    sitemap: "ແຜນຜັງເວັບໄຊ",
    cart: "ກະຕ່າສິນຄ້າ",
    checkout: "ຊຳລະເງິນ",
    login: "ເຂົ້າສູ່ລະບົບ",
    register: "ສ້າງບັນຊີ",
    profile: "ຂໍ້ມູນສ່ວນຕົວ",
    orders: "ປະຫວັດການສັ່ງຊື້",
    seen: "ເບິ່ງຫຼ້າສຸດ",
    staff: "ພະນັກງານ",
    not_found: "ບໍ່ພົບໜ້ານີ້",
    unavailable: "ມີບາງຢ່າງຜິດພາດ",
    too_many: "ມີການຮ້ອງຂໍຫຼາຍເກີນໄປ. ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່.",
    in_stock: "ມີສິນຄ້າ",
    sold_out: "ສິນຄ້າໝົດ",
    not_for_sale: "ຍັງບໍ່ເປີດຂາຍ",
    no_script: "ກະຕ່າ ແລະ ການສັ່ງຊື້ອອນລາຍຕ້ອງໃຊ້ JavaScript. ຖ້າເປີດບໍ່ໄດ້ ກະລຸນາໂທຫາພວກເຮົາ.",
};

const EN: Texts = Texts {
    home: "Home",
    tagline: "Building materials, tools and home furnishings",
    about: "Building materials, tools and furnishings in Laos. One price in every branch, VAT included. Order online at any time.",
    shop: "All products",
    shop_about: "See prices and stock, and order online.",
    search_results: "Results for “{text}”",
    promotions: "Promotions",
    promotions_about: "Promotions and discounts on building materials and everything for the home.",
    all_promotions: "All promotions",
    news: "News",
    homeguru: "Home Guru",
    investor: "Investor relations",
    collections: "Collections",
    collections_about: "New arrivals, best sellers, sale and products by brand.",
    newest: "New arrivals",
    popular: "Best sellers",
    on_sale: "On sale",
    sitemap: "Site map",
    cart: "Cart",
    checkout: "Checkout",
    login: "Log in",
    register: "Create an account",
    profile: "Profile",
    orders: "Order history",
    seen: "Recently viewed",
    staff: "Staff",
    not_found: "Page not found",
    unavailable: "Something went wrong",
    too_many: "Too many requests. Please wait a moment and try again.",
    in_stock: "In stock",
    sold_out: "Out of stock",
    not_for_sale: "Not on sale yet",
    no_script: "The cart and ordering online need JavaScript. If you cannot turn it on, please call us.",
};

const TH: Texts = Texts {
    home: "หน้าแรก",
    tagline: "วัสดุก่อสร้าง เครื่องมือ และของแต่งบ้าน",
    about: "วัสดุก่อสร้าง เครื่องมือ และของแต่งบ้านในลาว ราคาเดียวกันทุกสาขา รวมภาษีแล้ว สั่งซื้อออนไลน์ได้ตลอด 24 ชั่วโมง",
    shop: "สินค้าทั้งหมด",
    shop_about: "ดูราคา สินค้าในสต็อก และสั่งซื้อออนไลน์",
    search_results: "ผลการค้นหา “{text}”",
    promotions: "โปรโมชัน",
    promotions_about: "โปรโมชันและส่วนลดวัสดุก่อสร้างและของใช้ในบ้าน",
    all_promotions: "โปรโมชันทั้งหมด",
    news: "ข่าวสาร",
    homeguru: "เรียนรู้เรื่องบ้าน",
    investor: "นักลงทุนสัมพันธ์",
    collections: "คอลเลกชัน",
    collections_about: "สินค้ามาใหม่ สินค้าขายดี สินค้าลดราคา และสินค้าตามแบรนด์",
    newest: "สินค้ามาใหม่",
    popular: "สินค้าขายดี",
    on_sale: "ลดราคา",
    sitemap: "แผนผังเว็บไซต์",
    cart: "ตะกร้าสินค้า",
    checkout: "ชำระเงิน",
    login: "เข้าสู่ระบบ",
    register: "สร้างบัญชี",
    profile: "ข้อมูลส่วนตัว",
    orders: "ประวัติการสั่งซื้อ",
    seen: "ดูล่าสุด",
    staff: "พนักงาน",
    not_found: "ไม่พบหน้านี้",
    unavailable: "เกิดข้อผิดพลาด",
    too_many: "มีคำขอมากเกินไป กรุณารอสักครู่แล้วลองใหม่",
    in_stock: "มีสินค้า",
    sold_out: "สินค้าหมด",
    not_for_sale: "ยังไม่เปิดขาย",
    no_script: "ตะกร้าและการสั่งซื้อออนไลน์ต้องใช้ JavaScript หากเปิดใช้ไม่ได้ โปรดโทรหาเรา",
};

const CN: Texts = Texts {
    home: "首页",
    tagline: "建材、工具与家居用品",
    about: "老挝的建材、工具与家居用品商店。各门店同价，含税，全天可在线下单。",
    shop: "全部商品",
    shop_about: "查看价格与库存，在线下单。",
    search_results: "“{text}”的搜索结果",
    promotions: "促销活动",
    promotions_about: "建材与家居用品的促销和折扣。",
    all_promotions: "全部促销",
    news: "新闻",
    homeguru: "家居课堂",
    investor: "投资者关系",
    collections: "精选系列",
    collections_about: "新品、热销、特价及各品牌商品。",
    newest: "新品上架",
    popular: "热销商品",
    on_sale: "特价",
    sitemap: "网站地图",
    cart: "购物车",
    checkout: "结算",
    login: "登录",
    register: "注册",
    profile: "个人资料",
    orders: "订单记录",
    seen: "最近浏览",
    staff: "员工",
    not_found: "页面不存在",
    unavailable: "出了点问题",
    too_many: "请求过多，请稍候再试。",
    in_stock: "有货",
    sold_out: "缺货",
    not_for_sale: "暂未开售",
    no_script: "购物车和在线下单需要启用 JavaScript。如无法启用，请致电我们。",
};

const VN: Texts = Texts {
    home: "Trang chủ",
    tagline: "Vật liệu xây dựng, dụng cụ và đồ trang trí nhà",
    about: "Vật liệu xây dựng, dụng cụ và đồ trang trí nhà tại Lào. Một giá ở mọi chi nhánh, đã gồm thuế. Đặt hàng trực tuyến bất cứ lúc nào.",
    shop: "Tất cả sản phẩm",
    shop_about: "Xem giá, hàng còn trong kho và đặt mua trực tuyến.",
    search_results: "Kết quả cho “{text}”",
    promotions: "Khuyến mãi",
    promotions_about: "Khuyến mãi và giảm giá vật liệu xây dựng và đồ gia dụng.",
    all_promotions: "Tất cả khuyến mãi",
    news: "Tin tức",
    homeguru: "Cẩm nang nhà cửa",
    investor: "Quan hệ nhà đầu tư",
    collections: "Bộ sưu tập",
    collections_about: "Hàng mới về, bán chạy, giảm giá và sản phẩm theo thương hiệu.",
    newest: "Hàng mới về",
    popular: "Bán chạy nhất",
    on_sale: "Đang giảm giá",
    sitemap: "Sơ đồ trang",
    cart: "Giỏ hàng",
    checkout: "Thanh toán",
    login: "Đăng nhập",
    register: "Tạo tài khoản",
    profile: "Hồ sơ",
    orders: "Lịch sử đơn hàng",
    seen: "Đã xem gần đây",
    staff: "Nhân viên",
    not_found: "Không tìm thấy trang",
    unavailable: "Đã có lỗi xảy ra",
    too_many: "Quá nhiều yêu cầu. Vui lòng chờ một lát rồi thử lại.",
    in_stock: "Còn hàng",
    sold_out: "Hết hàng",
    not_for_sale: "Chưa mở bán",
    no_script: "Giỏ hàng và đặt hàng trực tuyến cần JavaScript. Nếu không bật được, xin hãy gọi cho chúng tôi.",
};

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn titles_of_collections_and_searches_equal_those_of_the_frontend() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frontend/src/shared/i18n/messages/");
        for language in Language::ALL {
            let text = std::fs::read_to_string(format!("{folder}{}.json", language.code())).unwrap();
            let catalog: Value = serde_json::from_str(&text).unwrap();
            let own = texts(language);
            for (key, text) in [
                ("home.newest", own.newest),
                ("home.popular", own.popular),
                ("shop.onSale", own.on_sale),
                ("search.results", own.search_results),
            ] {
                assert_eq!(catalog[key], text, "{key} of {}", language.code());
            }
        }
    }
}
